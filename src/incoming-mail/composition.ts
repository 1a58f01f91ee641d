import { clipText } from '../core/base/unicode'
import { longestContent } from '../messages/text'
import { withFiles, type MailContent } from './content'
import { fileText, linkText, type StoredFiles } from './files'

/** Names of files that are not stored, as far as they are listed. */
const maxListed = 5

const cutNote = '\n\n*The rest of the mail is left out.*'

const byteLength = (text: string): number => new TextEncoder().encode(text).length

/** The message for a mail: its text, with files in their places or below it, and at most as long as messages are. */
export function messageContent(
  { text, inlineFiles }: MailContent,
  { links, omittedNames }: StoredFiles,
  sender: { name: string; address: string } | null,
): string {
  const begin = sender === null ? '' : `From: ${senderText(sender)}\n\n`
  const body = withFiles(text, (index) => links.get(index) ?? '')
  const below = [...links].filter(([index]) => !inlineFiles.has(index)).map(([, link]) => link)
  const end = [below.join('\n'), omittedNames.length === 0 ? '' : noteOf(omittedNames)].filter((part) => part !== '')
  const tail = end.map((part) => `\n\n${part}`).join('')
  const room = longestContent - byteLength(begin) - byteLength(tail)
  return (
    begin +
    (byteLength(body) <= room ? body : cutToBytes(body, room - byteLength(cutNote)) + cutNote) +
    tail
  ).trim()
}

function senderText({ name, address }: { name: string; address: string }): string {
  const senderName = clipText(
    linkText(name)
      .replaceAll(/[*_~<>\p{Cc}]/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
  const mailbox = clipText(address.replaceAll(/[\s<>\p{Cc}]/gu, ''))
  return senderName === '' ? mailbox : `${senderName} <${mailbox}>`
}

function noteOf(names: readonly string[]): string {
  const listed = names.slice(0, maxListed).map(fileText).join(', ')
  const more = names.length > maxListed ? ` and ${names.length - maxListed} more` : ''
  return `*Files that are not stored: ${listed}${more}*`
}

/** Characters before the limit among which a line may end. */
const maxRemainder = 500

/** The beginning of a text, which ends with a line if that is near. */
function cutToBytes(text: string, maxBytes: number): string {
  // A character that is cut in two becomes U+FFFD.
  const beginning = new TextDecoder()
    .decode(new TextEncoder().encode(text).subarray(0, maxBytes))
    .replace(/\uFFFD$/, '')
  const end = beginning.lastIndexOf('\n')
  return beginning.slice(0, end > beginning.length - maxRemainder ? end : undefined).trimEnd()
}
