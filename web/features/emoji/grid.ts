/** The cell that an arrow key leads to, among the cells of all grids in the picker; null above the first row. */
export function nextIn(cells: readonly HTMLElement[], current: HTMLElement, key: string): HTMLElement | null {
  const index = cells.indexOf(current)
  const isRight = (getComputedStyle(current).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight') === key
  if (key === 'ArrowLeft' || key === 'ArrowRight') return cells[index + (isRight ? 1 : -1)] ?? current
  const from = current.getBoundingClientRect()
  const isDown = key === 'ArrowDown'
  const others = (isDown ? cells.slice(index) : cells.slice(0, index).toReversed()).map((cell) => ({
    cell,
    box: cell.getBoundingClientRect(),
  }))
  const row = others.find(({ box }) => (isDown ? box.top >= from.bottom - 1 : box.bottom <= from.top + 1))?.box.top
  if (row === undefined) return isDown ? current : null
  const inRow = others.filter(({ box }) => box.top === row)
  const distance = ({ box }: { box: DOMRect }): number => Math.abs(box.left - from.left)
  return inRow.toSorted((a, b) => distance(a) - distance(b))[0]!.cell
}
