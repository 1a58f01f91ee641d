/** Units of size. Each is 1000 times the one before. */
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** A file size in the language of the page. */
export function sizeText(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return new Intl.NumberFormat(document.documentElement.lang, {
    style: 'unit',
    unit: units[step]!,
    // The short form of bytes has no plural: 439 byte.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  }).format(bytes / 1000 ** step)
}
