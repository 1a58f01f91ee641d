/** Numbers as people read them. */

export const count = (number: number): string => Math.round(number).toLocaleString('en')

/** A number with its noun, which is given as `message` or `reply|replies`. */
export function amount(number: number, noun: string): string {
  const [one, many = `${one}s`] = noun.split('|') as [string, string?]
  return `${count(number)} ${number === 1 ? one : many}`
}

export function size(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : count(value)} ${units[unit]}`
}

/** A time as it is left to wait: seconds, minutes or hours, with the two largest units. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days ${hours % 24} h`
}
