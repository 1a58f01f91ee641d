/** Characters of one list. D1 takes values of two million bytes, and few texts need more than three bytes a character. */
const maxCharacters = 400_000

/** Items together with their JSON list. */
interface JsonList<T> {
  readonly items: readonly T[]
  readonly json: string
}

/** Splits items into as few lists as possible, in their order. Each list is short enough to be bound as one value. */
export function jsonLists<T>(items: readonly T[]): JsonList<T>[] {
  const lists: JsonList<T>[] = []
  let [batch, texts, size]: [T[], string[], number] = [[], [], 0]
  const end = () => {
    if (batch.length > 0) lists.push({ items: batch, json: `[${texts.join(',')}]` })
    ;[batch, texts, size] = [[], [], 0]
  }
  for (const item of items) {
    const text = JSON.stringify(item)
    if (size + text.length > maxCharacters) end()
    batch.push(item)
    texts.push(text)
    size += text.length + 1
  }
  end()
  return lists
}
