/** Runs `act` after the next paint and the given delay. Returns a function that cancels it. */
export function afterPaint(act: () => void, milliseconds = 0): () => void {
  let timer: ReturnType<typeof setTimeout>
  const frame = requestAnimationFrame(() => (timer = setTimeout(act, milliseconds)))
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
