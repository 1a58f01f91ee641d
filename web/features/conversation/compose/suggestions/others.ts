import { signal } from '@preact/signals'
import { emojiOf, emojiWeight, loadEmoji } from '../../../emoji'
import { languageTable } from '../../../../lib/tables'
import { texts } from '../../../../i18n'
import type { Writer } from '../recipient'
import type { TopicSearch } from '../topics'
import { matching, rank } from '../../../../lib/rank'
import { maxSuggestions, type Suggestion } from './suggestion'

type Store = Writer['store']

/** Streams, subscribed ones first. */
export function streamsFor(typed: string, store: Store): readonly Suggestion[] {
  const isIn = new Set(store.state.subscriptions.value.map(({ stream_id }) => stream_id))
  return rank([...store.streams.all.value.values()], typed, {
    names: ({ name }) => [name],
    weight: ({ stream_id }) => (isIn.has(stream_id) ? 0 : 1),
    maxResults: maxSuggestions,
  }).map((stream) => ({
    key: String(stream.stream_id),
    label: stream.name,
    hint: stream.description,
    text: `#**${stream.name}** `,
    sign: { color: 'color' in stream ? stream.color : undefined },
  }))
}

/** Topics of the stream with this name, the newest first. Loads them if they are missing. */
export function topicsFor(typed: string, name: string, store: Store, topics: TopicSearch): readonly Suggestion[] {
  const stream = store.streams.byName(name)
  if (stream === undefined) return []
  void topics.load(stream.stream_id)
  return topics
    .like(stream.stream_id, typed)
    .map((topic) => ({ key: topic, label: topic, text: `#**${name}>${topic}** ` }))
}

/** Emoji, each by the name that matches best. */
export function emojiFor(typed: string, store: Store): readonly Suggestion[] {
  void loadEmoji()
  return rank(emojiOf(store).value, typed, {
    names: ({ names }) => names,
    weight: emojiWeight,
    maxResults: maxSuggestions,
  }).map((emoji) => {
    const [name] = rank(emoji.names, typed, { names: (one) => [one], maxResults: 1 }) as [string]
    return { key: `${emoji.picture ?? ''} ${emoji.code}`, label: `:${name}:`, text: `:${name}: `, sign: { emoji } }
  })
}

/** Blocks other than code. */
const blocks = ['quote', 'spoiler', 'math', 'text']

const languages = signal<readonly (readonly string[])[]>([])

async function loadLanguages(): Promise<void> {
  try {
    languages.value = (await languageTable()).languageWords()
  } catch {
    // Offline, and never loaded before.
  }
}

/** Languages of a code block. A choice also inserts the closing fence. */
export function languagesFor(typed: string): readonly Suggestion[] {
  if (languages.value.length === 0) void loadLanguages()
  const all = [...languages.value, ...blocks.map((block) => [block])]
  const matchOf = matching(typed)
  return rank(all, typed, { names: (one) => one, maxResults: maxSuggestions }).map(([first, ...more]) => {
    const word = [first!, ...more].find((one) => matchOf(one) !== null) ?? first!
    return { key: first!, label: first!, text: `${word}\n\n\`\`\``, caret: word.length + 1 }
  })
}

/** Slash commands at the beginning of a message. */
export function commandsFor(typed: string): readonly Suggestion[] {
  const { commands } = texts.compose
  const all = Object.entries(commands)
  return rank(all, typed, { names: ([name]) => [name], maxResults: maxSuggestions }).map(([name, hint]) => ({
    key: name,
    label: `/${name}`,
    hint,
    text: `/${name} `,
  }))
}
