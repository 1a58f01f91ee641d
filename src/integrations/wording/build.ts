import { code, link, joinWords } from '../markdown'

/** How a build, a deployment or a check stands. */
export type BuildState = 'passed' | 'failed' | 'running' | 'waiting' | 'stopped'

const icons: Readonly<Record<BuildState, string>> = {
  passed: ':check:',
  failed: ':cross_mark:',
  running: ':working_on_it:',
  waiting: ':time_ticking:',
  stopped: ':prohibited:',
}

const verbs: Readonly<Record<BuildState, string>> = {
  passed: 'passed',
  failed: 'failed',
  running: 'is running',
  waiting: 'is waiting',
  stopped: 'was stopped',
}

/** How something stands, in Markdown. */
interface Standing {
  readonly state: BuildState
  /** What it is: a link to a build. */
  readonly what: string
  /** What became of it, where the usual word does not fit. */
  readonly verb?: string
  /** The end of the sentence. */
  readonly rest?: string
}

/** A sentence on how something stands, with an emoji by which people see it at a glance. */
export const buildSentence = ({ state, what, verb = verbs[state], rest = '' }: Standing): string =>
  `${joinWords(icons[state], what, verb, rest)}.`

/** Branch and commit of a build, as the end of a sentence. */
export const buildPlace = (branch: string, commit: string, commitUrl = ''): string => {
  const short = commit.slice(0, 10)
  return joinWords(
    branch && `on ${code(branch)}`,
    short && `at ${commitUrl === '' ? code(short) : link(short, commitUrl)}`,
  )
}
