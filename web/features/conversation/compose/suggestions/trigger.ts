/** The unfinished name at the end of a text. A suggestion replaces it from `from` on. */
export type Trigger =
  | { readonly kind: 'mention'; readonly from: number; readonly query: string; readonly isSilent: boolean }
  | { readonly kind: 'stream' | 'emoji' | 'language' | 'command'; readonly from: number; readonly query: string }
  | { readonly kind: 'topic'; readonly from: number; readonly query: string; readonly stream: string }

/** Most characters of a name. */
const longest = 100

/** A mention or a link must follow one of these (markdown, Mentions). So an email address is no mention. */
const apart = String.raw`(?<=^|[\s'"(,:<])`

const mention = new RegExp(`${apart}@(_?)(?:\\*{1,2})?((?:[^\\s@*][^\\n@*]*)?)$`, 'u')
const stream = new RegExp(`${apart}#(?:\\*\\*)?((?:[^\\s#*>][^\\n#*>]*)?)$`, 'u')
const topic = /#\*\*([^\n*>]+)>([^\n*]*)$/
// At least two characters, because shorter ones are emoticons.
const emoji = new RegExp(`(?<![\\p{L}\\p{N}:]):([\\p{L}+-][\\p{L}\\p{N}_+-]+)$`, 'u')
const language = /^(?:> ?)*(?:`{3,}|~{3,})([^\s`~{]*)$/
const command = /^\/([a-z]*)$/

/** Whether the text that follows is code: a fence is open, or a span in this line. */
function isCode(before: string, line: string): boolean {
  let fence = ''
  for (const [, mark] of before.matchAll(/^(?:> ?)*(`{3,}|~{3,})/gm)) {
    if (fence === '') fence = mark!
    else if (mark === fence) fence = ''
  }
  const spans = line.replace(/^(?:> ?)*`{3,}/, '').match(/`+/g) ?? []
  return fence !== '' || spans.length % 2 === 1
}

/** The unfinished name before the caret; null if there is none. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(0, caret)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const found = (match: RegExpExecArray, query: string) => ({ from: caret - match[0].length, query })

  const slash = command.exec(before)
  if (slash) return { kind: 'command', ...found(slash, slash[1]!) }
  const fence = language.exec(line)
  // After an open fence, this one closes the block.
  if (fence && !isCode(before.slice(0, before.length - line.length), ''))
    return { kind: 'language', from: caret - fence[1]!.length, query: fence[1]! }
  if (isCode(before, line)) return null

  const end = line.slice(-longest - 4)
  const within = topic.exec(end)
  if (within) return { kind: 'topic', ...found(within, within[2]!), stream: within[1]! }
  const at = mention.exec(end)
  if (at) return { kind: 'mention', ...found(at, at[2]!), isSilent: at[1] === '_' }
  const hash = stream.exec(end)
  if (hash) return { kind: 'stream', ...found(hash, hash[1]!) }
  const colon = emoji.exec(end)
  return colon && { kind: 'emoji', ...found(colon, colon[1]!) }
}
