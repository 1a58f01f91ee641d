import { amount, andMore, bold, bullets, code, escapeInline, lines, link } from '../markdown'

/** Commits that a message lists. The reader of a service need not look at more. */
export const maxCommits = 10

const maxTitleCharacters = 120

interface PushedCommit {
  readonly id: string
  /** The whole text of the commit; its first line is shown. */
  readonly text: string
  readonly url: string
  /** Name of the author; empty to leave it out. */
  readonly author: string
}

export interface Push {
  /** Name of who pushed. */
  readonly actor: string
  readonly branch: string
  /** Page of the branch; empty if there is none. */
  readonly branchUrl: string
  /** The first commits, as many as the service sends. */
  readonly commits: readonly PushedCommit[]
  /** Number of all commits. */
  readonly commitCount: number
  /** Whether there are more commits, where the service does not tell how many. */
  readonly isCut?: boolean
  /** Page that shows the changes; empty if there is none. */
  readonly compareUrl: string
  readonly kind: 'new' | 'forced' | 'deleted' | 'usual'
}

/** What a push did: the same words for every service that keeps code. */
export function pushContent(push: Push): string {
  const { actor, branch, branchUrl, commitCount, compareUrl, isCut = false, kind } = push
  if (kind === 'deleted') return `${bold(actor)} deleted the branch ${code(branch)}.`
  const branchLink = link(branch, branchUrl)
  const commitsLink =
    commitCount === 0
      ? ''
      : link(isCut ? `more than ${amount(commitCount, 'commit')}` : amount(commitCount, 'commit'), compareUrl)
  if (kind === 'new' && commitsLink === '') return `${bold(actor)} created the branch ${branchLink}.`
  const verb = kind === 'new' ? `created the branch ${branchLink} with` : kind === 'forced' ? 'force-pushed' : 'pushed'
  const object = kind === 'new' ? commitsLink : `${commitsLink || 'nothing new'} to ${branchLink}`
  return lines(`${bold(actor)} ${verb} ${object}.`, commitList(push))
}

/**
 * What a message on a new or deleted branch or tag is the state of, because some services tell it by two events. Each usual push is
 * a message of its own.
 */
export const refSubject = (
  kind: Push['kind'] | 'moved',
  type: 'branch' | 'tag',
  name: string,
): { readonly subject?: string } => (kind === 'new' || kind === 'deleted' ? { subject: `${kind} ${type} ${name}` } : {})

/** What somebody did to a tag. */
export const tagContent = (actor: string, kind: 'new' | 'moved' | 'deleted', tag: string, url: string): string =>
  `${bold(actor)} ${{ new: 'created', moved: 'moved', deleted: 'deleted' }[kind]} the tag ${
    kind === 'deleted' ? code(tag) : link(tag, url)
  }.`

function commitList({ commits, commitCount }: Push): string {
  const commitLines = commits.slice(0, maxCommits).map(commitLine)
  return bullets(commitLines, andMore(commitCount - commitLines.length, 'commit'))
}

function commitLine({ id, text, url, author }: PushedCommit): string {
  const title = escapeInline(text.split('\n')[0]!, maxTitleCharacters) || 'without a text'
  const idLink = link(id.slice(0, 10), url)
  return `${title} (${[idLink, escapeInline(author, 60)].filter((part) => part !== '').join(', ')})`
}
