/** A file that is attached to a text: a link on a line of its own at the end. */
export interface Attachment {
  readonly name: string
  /** Path of the file. While it is being uploaded: `upload:` and the id of the upload command. */
  readonly address: string
}

const line = /^\[([^[\]\n]*)\]\((upload:[-\w]+|\/user_uploads\/[^\s()]+)\)[ \t]*$/

/** The address of a file until its path is known. */
export const placeholderOf = (upload_id: string): string => `upload:${upload_id}`

/** The id of the upload command; null once the file is uploaded. */
export const uploadIdOf = ({ address }: Attachment): string | null =>
  address.startsWith('upload:') ? address.slice('upload:'.length) : null

/** Splits a text into what the user typed and the attachments at its end. `putTogether` is the inverse. */
export function splitAttachments(content: string): {
  readonly body: string
  readonly attachments: readonly Attachment[]
} {
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

/** Joins a text and its attachments again. A blank line separates the links from a list, a quote or a code block above them. */
export function putTogether(body: string, attachments: readonly Attachment[]): string {
  const links = attachments.map(({ name, address }) => `[${name}](${address})`).join('\n')
  return body === '' || links === '' ? body + links : `${body}\n\n${links}`
}
