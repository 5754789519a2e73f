// Times are shown as the reader's clock has them.
const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export function showTimes(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    const date = new Date(time.dateTime);
    if (!Number.isNaN(date.valueOf())) {
      time.title = time.dateTime;
      time.textContent = format.format(date);
    }
  }
}

showTimes(document);
