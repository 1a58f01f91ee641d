import type { Person } from './person'
import { pictureFile } from './pictures'

interface Emoji {
  id: string
  name: string
  deactivated: boolean
}

const emojiOf = async (person: Person): Promise<Emoji[]> =>
  Object.values((await person.get('/realm/emoji'))['emoji'] as Record<string, Emoji>)

/** Uploads a custom emoji and returns its code. */
export async function customEmoji(author: Person, name: string, kind = 'png'): Promise<string> {
  const answer = await author.upload('POST', `/realm/emoji/${name}`, [pictureFile(kind, `${name}.png`)])
  if (answer.status !== 200) throw new Error(answer.msg)
  return (await emojiOf(author)).find((emoji) => emoji.name === name && !emoji.deactivated)!.id
}

/** Deactivates the custom emoji with this code. */
export async function withdrawEmoji(administrator: Person, code: string): Promise<void> {
  const { name } = (await emojiOf(administrator)).find(({ id }) => id === code)!
  await administrator.delete(`/realm/emoji/${name}`)
}
