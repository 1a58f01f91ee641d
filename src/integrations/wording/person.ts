/** The name of somebody who is written as in a mail: `Ada Park <ada@example.com>`. Other texts stay as they are. */
export function nameOf(person: string): string {
  const address = person.endsWith('>') ? person.lastIndexOf('<') : -1
  return address === -1 ? person : person.slice(0, address).trimEnd()
}
