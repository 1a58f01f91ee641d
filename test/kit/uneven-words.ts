/** A word for each number; small numbers, which are frequent, have short ones. */
export function wordOf(number: number): string {
  let word = ''
  for (let rest = number + 85; rest > 0; rest = Math.floor(rest / 85))
    word += 'tnshrdlcmfpgwybvk'[rest % 17]! + 'eaoiu'[Math.floor(rest / 17) % 5]!
  return word
}
