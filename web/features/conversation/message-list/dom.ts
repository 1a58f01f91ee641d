/** The message that something on the page belongs to. */
export function messageAt(target: EventTarget | null): number | null {
  const id = (target as Element | null)?.closest?.<HTMLElement>('[data-id]')?.dataset['id']
  return id === undefined ? null : Number(id)
}

/** A message in a list; null if it is not drawn. */
export const elementOf = (list: Element, id: number): HTMLElement | null =>
  list.querySelector<HTMLElement>(`[data-id="${id}"]`)
