/** The inspector of one isolate. */
export interface Inspector {
  readonly command: (method: string, params?: object) => Promise<unknown>
  readonly close: () => void
}

export async function inspectorAt(address: string): Promise<Inspector> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (answer: unknown) => void>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result: unknown }
    if (id !== undefined) waiting.get(id)?.(result)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', reject, { once: true })
  })
  return {
    command: (method, params = {}) =>
      new Promise((resolve) => {
        last += 1
        waiting.set(last, resolve)
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
    close: () => socket.close(),
  }
}
