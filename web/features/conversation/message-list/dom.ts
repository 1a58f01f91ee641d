/** Id of the message that contains an element; null if there is none. */
export function messageAt(target: EventTarget | null): number | null {
  const id = (target as Element | null)?.closest?.<HTMLElement>('[data-id]')?.dataset['id']
  return id === undefined ? null : Number(id)
}

/** The element of a message in a list; null if the message is not drawn. */
export const elementOf = (list: Element, id: number): HTMLElement | null =>
  list.querySelector<HTMLElement>(`[data-id="${id}"]`)
