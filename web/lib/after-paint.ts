/** Does something once the page has been shown as it is now, and so many milliseconds later. What it returns calls that off. */
export function afterPaint(act: () => void, milliseconds = 0): () => void {
  let timer: ReturnType<typeof setTimeout>
  const frame = requestAnimationFrame(() => (timer = setTimeout(act, milliseconds)))
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
