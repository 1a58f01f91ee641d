import { count } from '../numbers.ts'

/** What a snapshot and what was restored from it are compared by. */
export const contentNames = [
  'people',
  'streams',
  'topics',
  'messages',
  'private_messages',
  'files',
  'reactions',
  'subscriptions',
  'marks',
] as const

export type Contents = Record<(typeof contentNames)[number], number>

const titles: Readonly<Record<keyof Contents, string>> = {
  people: 'people',
  streams: 'streams',
  topics: 'topics',
  messages: 'messages',
  private_messages: 'of them private',
  files: 'files',
  reactions: 'reactions',
  subscriptions: 'subscriptions',
  marks: 'stars, mentions and other marks',
}

/** What the snapshot has and the organization does not. What people have added meanwhile is no difference. */
export function missingOf(snapshot: Contents, restored: Contents): Partial<Contents> {
  const missing = contentNames.filter((name) => restored[name] < snapshot[name])
  return Object.fromEntries(missing.map((name) => [name, snapshot[name] - restored[name]]))
}

/** Both in a table. */
export function comparisonText(snapshot: Contents, restored: Contents): string {
  const lines = contentNames.map((name) => {
    const lack = snapshot[name] - restored[name]
    const columns = [snapshot[name], restored[name]].map((number) => count(number).padStart(11)).join('')
    return `${columns}  ${titles[name]}${lack > 0 ? `  <- ${count(lack)} missing` : ''}`
  })
  return ['   snapshot   restored', ...lines].join('\n')
}
