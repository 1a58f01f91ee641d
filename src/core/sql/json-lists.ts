/** Most characters of one list: D1 takes values of two million bytes, and few texts need more than three bytes a character. */
const mostCharacters = 400_000

/** Items together with their JSON list. */
interface JsonList<T> {
  readonly items: readonly T[]
  readonly json: string
}

/** Splits items into few lists, in their order, each short enough to be bound as one value. */
export function jsonLists<T>(items: readonly T[]): JsonList<T>[] {
  const lists: JsonList<T>[] = []
  let [held, texts, size]: [T[], string[], number] = [[], [], 0]
  const end = () => {
    if (held.length > 0) lists.push({ items: held, json: `[${texts.join(',')}]` })
    ;[held, texts, size] = [[], [], 0]
  }
  for (const item of items) {
    const text = JSON.stringify(item)
    if (size + text.length > mostCharacters) end()
    held.push(item)
    texts.push(text)
    size += text.length + 1
  }
  end()
  return lists
}
