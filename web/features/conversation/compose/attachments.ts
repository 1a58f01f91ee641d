/** A file of a text, which stands in the text as a link in a line of its own at the end. */
export interface Attachment {
  readonly name: string
  /** Path of the file, or of one that is not there yet `upload:` with the id of the command that uploads it. */
  readonly address: string
}

const line = /^\[([^[\]\n]*)\]\((upload:[-\w]+|\/user_uploads\/[^\s()]+)\)[ \t]*$/

/** What stands in a text for a file until its path is known. */
export const placeholderOf = (upload_id: string): string => `upload:${upload_id}`

/** The id of the command that uploads a file; null once it is uploaded. */
export const uploadIdOf = ({ address }: Attachment): string | null =>
  address.startsWith('upload:') ? address.slice('upload:'.length) : null

/** Takes a text apart: what somebody writes, and the files at its end. */
export function takeApart(content: string): { readonly body: string; readonly attachments: readonly Attachment[] } {
  const lines = content.trimEnd().split('\n')
  const attachments: Attachment[] = []
  while (lines.length > 0) {
    const [, name, address] = line.exec(lines.at(-1)!) ?? []
    if (address === undefined) break
    attachments.unshift({ name: name!, address })
    lines.pop()
  }
  if (attachments.length === 0) return { body: content, attachments }
  const before = lines.length > 0 ? `${lines.join('\n')}\n` : ''
  return { body: before.replace(/\n{1,2}$/, ''), attachments }
}

/** Puts a text together again. A blank line parts the files from a list, a quote or a block of code before them. */
export function putTogether(body: string, attachments: readonly Attachment[]): string {
  const links = attachments.map(({ name, address }) => `[${name}](${address})`).join('\n')
  return body === '' || links === '' ? body + links : `${body}\n\n${links}`
}
