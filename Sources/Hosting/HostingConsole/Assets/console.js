// Times are shown as the reader's clock has them.
const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
for (const time of document.querySelectorAll("time[datetime]")) {
  const date = new Date(time.dateTime);
  if (!Number.isNaN(date.valueOf())) {
    time.title = time.dateTime;
    time.textContent = format.format(date);
  }
}
