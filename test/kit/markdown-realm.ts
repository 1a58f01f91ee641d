import { nothingKnown, type Context } from '../../src/markdown/context'
import { nameAndId } from '../../src/markdown/mentions'
import { normalized, render } from '../../src/markdown/render'

const people = [
  { id: 7, full_name: 'Ada Park' },
  { id: 8, full_name: 'Bo Li' },
  { id: 9, full_name: `<b onclick='x'>"Mallory" & co</b>` },
]
const streams = [
  { id: 12, name: 'garden' },
  { id: 13, name: 'big plans' },
  { id: 14, name: 'a>b' },
]

/** The realm of the examples in `docs/api/markdown.md`. */
export const realm: Context = {
  ...nothingKnown,
  user(text) {
    const { name, id } = nameAndId(text)
    const isMeant = (one: { id: number; full_name: string }) =>
      id === null
        ? one.full_name.toLowerCase() === name.toLowerCase()
        : one.id === id && (name === '' || name === one.full_name)
    return people.find(isMeant) ?? null
  },
  group: (name) => (name === 'ops' ? { id: 4, name } : null),
  wildcards: true,
  stream: (name) => streams.find((one) => one.name === name) ?? null,
  emoji: (name) => (name === 'party_blob' ? '/user_avatars/1/emoji/images/3.png' : null),
  previews: true,
  origin: 'https://chat.example.com',
}

export const html = (content: string, differently: Partial<Context> = {}): string =>
  render(normalized(content), { ...realm, ...differently }).html

/** HTML of a text of one paragraph, without its `<p>`. */
export const inline = (content: string, differently: Partial<Context> = {}): string =>
  html(content, differently).replace(/^<p>([^]*)<\/p>$/, '$1')
