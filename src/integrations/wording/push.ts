import { amount, bold, bullets, code, escaped, lines, link } from '../markdown'

/** Commits that a message lists, and characters of their titles. */
const limits = { commits: 10, titleCharacters: 120 }

export interface PushedCommit {
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
  /** Page that shows the changes; empty if there is none. */
  readonly compareUrl: string
  readonly kind: 'new' | 'forced' | 'deleted' | 'usual'
}

/** What a push did: the same words for every service that keeps code. */
export function pushContent({ actor, branch, branchUrl, commits, commitCount, compareUrl, kind }: Push): string {
  if (kind === 'deleted') return `${bold(actor)} deleted the branch ${code(branch)}.`
  const where = link(branch, branchUrl)
  const pushed = commitCount === 0 ? '' : link(amount(commitCount, 'commit'), compareUrl)
  if (kind === 'new' && pushed === '') return `${bold(actor)} created the branch ${where}.`
  const verb = kind === 'new' ? `created the branch ${where} with` : kind === 'forced' ? 'force-pushed' : 'pushed'
  const what = kind === 'new' ? pushed : `${pushed || 'nothing new'} to ${where}`
  return lines(`${bold(actor)} ${verb} ${what}.`, commitList(commits, commitCount))
}

function commitList(commits: readonly PushedCommit[], commitCount: number): string {
  const rest = Math.max(0, commitCount - Math.min(commits.length, limits.commits))
  const shown = commits.slice(0, limits.commits).map(commitLine)
  return bullets([...shown, ...(rest > 0 ? [`and ${amount(rest, 'more commit')}`] : [])], Infinity, String)
}

function commitLine({ id, text, url, author }: PushedCommit): string {
  const title = escaped(text.split('\n')[0]!, limits.titleCharacters) || 'without a text'
  const short = link(id.slice(0, 10), url)
  return `${title} (${[short, escaped(author, 60)].filter((part) => part !== '').join(', ')})`
}
