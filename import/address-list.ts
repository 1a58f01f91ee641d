/** A field of a line, in quotation marks or not, and what stands after it (RFC 4180; spreadsheets also write semicolons and tabs). */
const field = /[ ]*(?:"((?:[^"]|"")*)"|([^",;\t]*))[ ]*([,;\t]|$)/y

/** The fields of a line; null if its quotation marks are wrong. */
function fieldsOf(line: string): string[] | null {
  const fields: string[] = []
  field.lastIndex = 0
  for (;;) {
    const match = field.exec(line)
    if (match === null) return null
    fields.push((match[1]?.replaceAll('""', '"') ?? match[2]!).trim())
    if (match[3] === '') return fields
  }
}

/** Addresses by names or ids in lower case, of a CSV file with a name or id and an address in each line. */
export function addressesIn(text: string): { addresses: ReadonlyMap<string, string> } | { problem: string } {
  const addresses = new Map<string, string>()
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const fields = fieldsOf(line)
    const [key, address] = fields ?? []
    if (!key || address === undefined) return { problem: `line ${index + 1} is not a name and an address` }
    if (!/^[^@\s]+@[^@\s]+$/.test(address)) {
      // The first line may have titles.
      if (index === 0) continue
      return { problem: `line ${index + 1} has no address: ${JSON.stringify(address)}` }
    }
    if (addresses.has(key.toLowerCase())) return { problem: `line ${index + 1} has ${JSON.stringify(key)} again` }
    addresses.set(key.toLowerCase(), address)
  }
  return { addresses }
}
