import { fileLink, messageAddress } from '../shared/links.ts'
import type { Upload } from '../shared/uploads.ts'

/** What texts of the source refer to, by its ids there, and by names that are others here. */
export interface References {
  readonly user: (id: number) => { readonly id: number; readonly full_name: string } | null
  readonly stream: (id: number) => number | null
  readonly streamByName: (name: string) => { readonly id: number; readonly name: string } | null
  readonly message: (id: number) => number | null
  /** The file at a path below `/user_uploads/`. */
  readonly file: (path: string) => Upload | null
  /** Names of users, streams and groups that had to change. */
  readonly renamedUsers: ReadonlyMap<string, string>
  readonly renamedStreams: ReadonlyMap<string, string>
  readonly renamedGroups: ReadonlyMap<string, string>
  /** Names of hosts under which the organization was reached. */
  readonly hosts: ReadonlySet<string>
}

/** A link to an upload, of this organization or of any host: its path holds a secret, so that no other upload can be meant. */
const upload = /(?:https?:\/\/([^\s/()<>"'\]]{1,255}))?\/user_uploads\/(\d+\/[^\s()<>"'\]]{1,500})/g

const narrow = /(?:https?:\/\/([^\s/()<>"'\]]{1,255}))?\/?#narrow\/([^\s()<>"'\]]{1,2000})/g

const userMention = /@(_?)\*\*([^*\n]{0,200})\*\*/g
const groupMention = /@(_?)\*(?!\*)([^*\n]{1,200})\*/g
const streamMention = /#\*\*([^*\n]{1,200})\*\*/g

/** The path of an upload, and what follows it in the text. */
function pathIn(text: string, file: References['file']): { upload: Upload; rest: string } | null {
  for (let path = text, rest = ''; ;) {
    const upload = file(path) ?? file(decodeOrKeep(path))
    if (upload !== null) return { upload, rest }
    // A full stop after a bare link is not part of it.
    if (!/[.,;:!?*_~`]$/.test(path)) return null
    rest = path.slice(-1) + rest
    path = path.slice(0, -1)
  }
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Hosts of the links to uploads, which are hosts of this organization. */
export function hostsOfUploads(content: string, file: References['file']): string[] {
  if (!content.includes('/user_uploads/')) return []
  return [...content.matchAll(upload)].flatMap(([, host, path]) =>
    host !== undefined && pathIn(path!, file) !== null ? [host.toLowerCase()] : [],
  )
}

/** The text with the ids and names that things have here. Takes time linear in the text. */
export function rewritten(text: string, references: References): string {
  let result = text
  if (result.includes('/user_uploads/'))
    result = result.replaceAll(upload, (whole, host: string | undefined, path: string, at: number, all: string) => {
      const found = pathIn(path, references.file)
      if (found === null) return whole
      // Without its host, an address in running text would be no link.
      const isBare = host !== undefined && all.slice(Math.max(at - 2, 0), at) !== ']('
      return (isBare ? fileLink(found.upload) : `/user_uploads/${found.upload.id}`) + found.rest
    })
  if (result.includes('#narrow/'))
    result = result.replaceAll(narrow, (whole, host: string | undefined, terms: string) =>
      host === undefined || references.hosts.has(host.toLowerCase())
        ? `/#narrow/${newTerms(terms, references)}`
        : whole,
    )
  if (result.includes('@'))
    result = result
      .replaceAll(userMention, (whole, silent: string, name: string) => newUserMention(whole, silent, name, references))
      .replaceAll(groupMention, (whole, silent: string, name: string) => {
        const renamed = references.renamedGroups.get(name)
        return renamed === undefined ? whole : `@${silent}*${renamed}*`
      })
  if (result.includes('#**'))
    result = result.replaceAll(streamMention, (whole, name: string) => newStreamMention(whole, name, references))
  return result
}

function newUserMention(whole: string, silent: string, name: string, { user, renamedUsers }: References): string {
  const id = /\|(\d{1,15})$/.exec(name)?.[1]
  if (id === undefined) {
    const renamed = renamedUsers.get(name)
    return renamed === undefined ? whole : `@${silent}**${renamed}**`
  }
  const mentioned = user(Number(id))
  // Without its id, the mention of an unknown person is only a name.
  return mentioned === null
    ? `@${silent}**${name.replace(/\|\d+$/, '')}**`
    : `@${silent}**${mentioned.full_name}|${mentioned.id}**`
}

/** `stream`, `stream>topic`, or `stream>topic@message`, which later versions write. */
function newStreamMention(whole: string, text: string, references: References): string {
  const at = text.indexOf('>')
  const name = at === -1 ? text : text.slice(0, at)
  const renamed = references.renamedStreams.get(name) ?? name
  const [, topic, near] = /^(.*?)(?:@(\d{1,15}))?$/.exec(at === -1 ? '' : text.slice(at + 1)) ?? []
  const stream = near === undefined ? null : references.streamByName(name)
  const message = near === undefined ? null : references.message(Number(near))
  if (stream !== null && message !== null && topic !== undefined)
    return `[#${stream.name.replaceAll(/[[\]]/g, '')} > ${topic.replaceAll(/[[\]]/g, '')}](${messageAddress({ stream, topic }, message)})`
  return renamed === name ? whole : `#**${renamed}${at === -1 ? '' : text.slice(at)}**`
}

/** The operators and operands of a narrow. */
function newTerms(terms: string, references: References): string {
  const parts = terms.split('/')
  const result: string[] = []
  for (let at = 0; at < parts.length; at += 2) {
    const operator = parts[at]!
    const operand = parts[at + 1]
    const renewed = operand === undefined ? undefined : newOperand(operator.replace(/^-/, ''), operand, references)
    if (renewed === null) continue
    result.push(operator, ...(renewed === undefined ? [] : [renewed]))
  }
  return result.join('/')
}

/** An operand with the ids of here; null if it names a message that is not there. */
function newOperand(operator: string, operand: string, { stream, user, message }: References): string | null {
  const [, digits, rest = ''] = /^(\d{1,15})(.*)$/s.exec(operand) ?? []
  switch (operator) {
    case 'stream':
    case 'channel': {
      const id = digits === undefined || /^[^-]/.test(rest) ? null : stream(Number(digits))
      return id === null ? operand : id + rest
    }
    case 'near':
    case 'with':
    case 'id': {
      if (digits === undefined) return operand
      const id = message(Number(digits))
      return id === null ? null : id + rest
    }
    case 'pm-with':
    case 'dm':
    case 'group-pm-with':
    case 'dm-including':
    case 'sender':
    case 'from':
      return operand.replace(/^\d{1,15}(?:,\d{1,15})*(?=-|$)/, (ids) =>
        ids
          .split(',')
          .map((id) => user(Number(id))?.id ?? id)
          .join(),
      )
    default:
      return operand
  }
}
