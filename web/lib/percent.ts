/** Percentages below this are shown as "less than". */
const minPercent = 0.1

/** A percentage in the language of the page. */
export function percentText(percent: number): string {
  const format = new Intl.NumberFormat(document.documentElement.lang, { style: 'percent', maximumFractionDigits: 1 })
  return percent > 0 && percent < minPercent ? `< ${format.format(minPercent / 100)}` : format.format(percent / 100)
}
