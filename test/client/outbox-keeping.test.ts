/** What becomes of commands when clients die, in several windows, and of reads and files that wait (client/outbox). */
import { expect, test, vi } from 'vitest'
import { memoryShelf, newMemory } from '../../client'
import { contents, harbour, numbers, openClient, turn, untilDone, type TestClient } from '../kit/outbox'
import { untilOnSocket } from '../kit/wire'

test('a client that ends before a command is stored loses it, and sends nothing later', async () => {
  const { ada, tides } = await harbour()
  const memory = newMemory()
  const first = await openClient(ada, memory)
  for (const content of numbers(3)) first.outbox.do({ kind: 'send', to: tides, content })
  first.kill()
  await untilDone(await openClient(ada, memory))
  expect(await contents(ada)).toEqual([])
})

test.for<[string, (client: TestClient) => unknown]>([
  ['is kept', ({ memory }) => vi.waitFor(() => expect(memory.tables.commands.size).toBe(3))],
  ['is asked for', ({ network }) => vi.waitFor(() => expect(network.requests).toContain('POST /messages'))],
])('when a client ends once a message %s, the next one sends it', async ([, wait]) => {
  const { ada, tides } = await harbour()
  const memory = newMemory()
  const first = await openClient(ada, memory)
  first.follower.stop()
  first.network.isDown = true
  for (const content of numbers(3)) first.outbox.do({ kind: 'send', to: tides, content })
  await wait(first)
  first.kill()
  await untilDone(await openClient(ada, memory))
  expect(await contents(ada)).toEqual(numbers(3))
})

test('a client that ends at any moment of sending loses and doubles nothing', { timeout: 120_000 }, async () => {
  const { ada, topic } = await harbour()
  for (let moment = 0; moment < 24; moment += 1) {
    const memory = newMemory()
    const first = await openClient(ada, memory)
    if (moment % 2 === 0) await untilOnSocket(first)
    else first.follower.stop()
    for (const content of numbers(3)) first.outbox.do({ kind: 'send', to: topic(`moment ${moment}`), content })
    // From the tick in which all is kept.
    for (let tick = 0; tick <= moment; tick += 1) await turn()
    first.kill()
    await untilDone(await openClient(ada, memory))
    expect(await contents(ada, `moment ${moment}`)).toEqual(numbers(3))
  }
})

test('a client that ends after the server got a message does not send it again', async () => {
  const { ada, tides } = await harbour()
  const memory = newMemory()
  const first = await openClient(ada, memory)
  await untilOnSocket(first)
  first.network.losesAnswers = true
  first.outbox.do({ kind: 'send', to: tides, content: 'ebb' })
  await vi.waitFor(async () => expect(await contents(ada)).toEqual(['ebb']))
  expect(memory.tables.commands.size).toBe(1)
  first.kill()
  await untilDone(await openClient(ada, memory))
  expect(await contents(ada)).toEqual(['ebb'])
})

test('what is done to a message that a dead client was sending is done after it', async () => {
  const { ada, tides } = await harbour()
  const memory = newMemory()
  const first = await openClient(ada, memory)
  await untilOnSocket(first)
  first.network.losesAnswers = true
  const { command } = first.outbox.do({ kind: 'send', to: tides, content: 'ebb' })
  await vi.waitFor(async () => expect(await contents(ada)).toEqual(['ebb']))
  first.outbox.do({ kind: 'edit', message_id: command.id, content: 'flow' })
  await vi.waitFor(() => expect(memory.tables.commands.size).toBe(2))
  first.kill()
  const second = await openClient(ada, memory)
  await untilDone(second)
  expect(await contents(ada)).toEqual(['flow'])
})

test('windows send their own commands, and adopt those of a window that is gone', async () => {
  const { ada, topic } = await harbour()
  const memory = newMemory()
  const first = await openClient(ada, memory)
  const second = await openClient(ada, memory)
  first.network.isDown = true
  first.follower.stop()
  second.follower.stop()
  for (const content of numbers(3)) first.outbox.do({ kind: 'send', to: topic('of the first'), content })
  for (const content of numbers(3)) second.outbox.do({ kind: 'send', to: topic('of the second'), content })
  await vi.waitFor(async () => {
    second.clock.pass(1)
    expect(await contents(ada, 'of the second')).toEqual(numbers(3))
  })
  await second.outbox.flush()
  expect(memory.tables.commands.size).toBe(3)
  expect(await contents(ada, 'of the first')).toEqual([])
  first.kill()
  await Promise.all([second.outbox.flush(), second.outbox.flush()])
  await untilDone(second)
  expect(await contents(ada, 'of the first')).toEqual(numbers(3))
  expect(await contents(ada)).toHaveLength(6)
})

test('what a closed client leaves is done by the next one, and is shown by it', async () => {
  const { ada, tides } = await harbour()
  const memory = newMemory()
  const first = await openClient(ada, memory)
  first.network.isDown = true
  first.follower.stop()
  first.outbox.do({ kind: 'send', to: tides, content: 'ebb' })
  await vi.waitFor(() => expect(memory.tables.commands.size).toBe(1))
  first.outbox.close()
  first.shelf.close()
  const second = await openClient(ada, memory)
  second.network.isDown = true
  await second.outbox.flush()
  expect(second.outbox.sending.value).toMatchObject([{ params: { content: 'ebb' } }])
  second.network.isDown = false
  await untilDone(second)
  expect(await contents(ada)).toEqual(['ebb'])
})

test('commands of a closed client are sent before those of the next one', async () => {
  const { ada, tides } = await harbour()
  const memory = newMemory()
  const first = await openClient(ada, memory)
  first.network.isDown = true
  first.follower.stop()
  first.outbox.do({ kind: 'send', to: tides, content: 'ebb' })
  await vi.waitFor(() => expect(memory.tables.commands.size).toBe(1))
  expect(first.outbox.pendingCount.value).toBe(1)
  first.kill()
  const second = await openClient(ada, memory)
  second.follower.stop()
  second.outbox.do({ kind: 'send', to: tides, content: 'flow' })
  await vi.waitFor(async () => expect(await contents(ada)).toEqual(['ebb', 'flow']))
  await vi.waitFor(() => expect(second.outbox.pendingCount.value).toBe(0))
})

test('what a closed client leaves is done also if the connection is live before it is taken over', async () => {
  const { ada, tides } = await harbour()
  const memory = newMemory()
  const first = await openClient(ada, memory)
  first.network.isDown = true
  first.follower.stop()
  first.outbox.do({ kind: 'send', to: tides, content: 'ebb' })
  await vi.waitFor(() => expect(memory.tables.commands.size).toBe(1))
  first.kill()
  const shelf = memoryShelf(memory)
  const claimed: string[] = []
  const { promise: isLive, resolve: goOn } = Promise.withResolvers<void>()
  const second = await openClient(ada, memory, {
    shelf: {
      ...shelf,
      // Databases of browsers are slow at times: the window of the first client is claimed long before its commands are read.
      async claim(name) {
        const release = await shelf.claim(name)
        if (claimed.push(name) > 1 && release !== null) await isLive
        return release
      },
    },
  })
  second.follower.stop()
  await second.outbox.flush()
  goOn()
  await vi.waitFor(async () => expect(await contents(ada)).toEqual(['ebb']))
})

test('commands that cannot be kept are done all the same, and that is told once', async () => {
  const { ada, tides } = await harbour()
  const client = await openClient(ada, newMemory())
  client.shelf.close()
  for (const content of numbers(3)) client.outbox.do({ kind: 'send', to: tides, content })
  await vi.waitFor(async () => expect(await contents(ada)).toEqual(numbers(3)))
  expect(client.failures).toHaveLength(1)
})

/** Ada's client, and messages of Ben's that she has not read. */
async function unread(count: number, memory = newMemory()) {
  const place = await harbour()
  const ids: number[] = []
  for (const content of numbers(count)) ids.push(await place.ben.send('harbour', 'tides', content))
  const client = await openClient(place.ada, memory)
  await untilOnSocket(client)
  const unreadCount = client.store.unread.count('everywhere')
  return { ...place, client, ids, counted: () => unreadCount.value }
}

const marks = ({ network }: TestClient): number =>
  network.lines.flatMap(({ sentTexts: said }) => said).filter((text) => text.includes('POST /messages/flags')).length

test('what is read is marked every 5 seconds, at once in the counts, and without delay when it is asked', async () => {
  const { client, ids, counted, ada } = await unread(6)
  const [a, b, c, d, e, f] = ids as [number, number, number, number, number, number]
  await client.outbox.do({ kind: 'read', messages: [a] }).done
  expect([counted(), marks(client)]).toEqual([5, 1])
  const { done } = client.outbox.do({ kind: 'read', messages: [b] })
  client.outbox.do({ kind: 'read', messages: [c, d] })
  expect(counted()).toBe(2)
  await vi.waitFor(() => expect(client.memory.tables.commands.size).toBe(1))
  client.clock.pass(4)
  await turn()
  expect(marks(client)).toBe(1)
  client.clock.pass(1)
  await done
  expect(marks(client)).toBe(2)
  const last = client.outbox.do({ kind: 'read', messages: [e, f] })
  await client.outbox.flush('now')
  await last.done
  expect(marks(client)).toBe(3)
  expect(counted()).toBe(0)
  expect(await ada.flags(f)).toContain('read')
})

test('read messages are stored until the server confirms them, and the next client shows them as read', async () => {
  const memory = newMemory()
  const { client, ids, ada } = await unread(3, memory)
  client.network.isDown = true
  client.network.line.cut(1006)
  client.outbox.do({ kind: 'read', messages: ids })
  await vi.waitFor(() => expect(memory.tables.commands.size).toBe(1))
  client.kill()
  const next = await openClient(ada, memory)
  next.network.isDown = true
  expect(next.store.unread.count('everywhere').value).toBe(3)
  await next.outbox.flush()
  expect(next.store.unread.count('everywhere').value).toBe(0)
  next.network.isDown = false
  await untilDone(next)
  expect(await ada.flags(ids[0]!)).toContain('read')
})

test('a new registration does not bring back what is read and not confirmed', async () => {
  const { client, ids, ada, ben, counted } = await unread(3)
  client.outbox.do({ kind: 'read', messages: [ids[0]!] })
  await vi.waitFor(() => expect(client.memory.tables.commands.size).toBe(0))
  client.outbox.do({ kind: 'read', messages: ids })
  const { queue_id } = client.follower.position
  await ada.delete('/events', { queue_id })
  client.network.line.cut(1006)
  await vi.waitFor(() => {
    client.clock.pass(1)
    expect(client.follower.position.queue_id).not.toBe(queue_id)
    expect(client.follower.status).toBe('live')
  })
  expect(counted()).toBe(0)
  await ben.send('harbour', 'tides', 'new')
  await vi.waitFor(() => expect(counted()).toBe(1))
})

test('more than a thousand ids are several requests', async () => {
  const { client, ids } = await unread(1)
  client.network.isDown = true
  client.network.line.cut(1006)
  client.outbox.do({ kind: 'read', messages: Array.from({ length: 2500 }, (_, index) => ids[0]! + index) })
  await vi.waitFor(() => expect(client.memory.tables.commands.size).toBe(3))
})

test('a message waits for its file, and links to it', async () => {
  const { ada, tides } = await harbour()
  const memory = newMemory()
  const first = await openClient(ada, memory)
  first.network.isDown = true
  first.follower.stop()
  const file = new File(['ebb and flow'], 'tide table.txt')
  const upload = first.outbox.do({ kind: 'upload', name: file.name, file })
  first.outbox.do({ kind: 'send', to: tides, content: `See [the table](upload:${upload.command.id})` })
  first.outbox.do({ kind: 'send', to: tides, content: 'and this' })
  expect(first.outbox.sending.value[0]!.files).toMatchObject([
    { params: { name: 'tide table.txt', size: 12 }, state: 'waiting' },
  ])
  await vi.waitFor(() => expect([memory.tables.commands.size, memory.tables.files.size]).toEqual([3, 1]))
  // The next client has the file, too.
  first.kill()
  const second = await openClient(ada, memory)
  await untilDone(second)
  expect(memory.tables.files.size).toBe(0)
  const [message, after] = await contents(ada)
  expect(message).toMatch(/^See \[the table\]\(\/user_uploads\/.*tide.table\.txt\)$/)
  expect(after).toBe('and this')
  expect(((await ada.get('/attachments'))['attachments'] as { messages: unknown[] }[])[0]!.messages).toHaveLength(1)
})

test('a message whose file is refused is refused with it, and both are tried again together', async () => {
  const { ada, tides } = await harbour()
  const client = await openClient(ada)
  client.follower.stop()
  client.network.answers.push(() =>
    Response.json({ result: 'error', msg: 'No room', code: 'REALM_UPLOAD_QUOTA' }, { status: 400 }),
  )
  const { command } = client.outbox.do({ kind: 'upload', name: 'a.txt', file: new Blob(['a']) })
  const sent = client.outbox.do({ kind: 'send', to: tides, content: `[a](upload:${command.id})` })
  await expect(sent.done).rejects.toThrow('No room')
  expect(client.outbox.sending.value).toMatchObject([{ state: 'refused', reason: 'No room' }])
  client.outbox.retry(sent.command.id)
  await untilDone(client)
  expect(await contents(ada)).toEqual([expect.stringContaining('](/user_uploads/')])
})

test('an upload shows its progress and can be cancelled', async () => {
  const { ada } = await harbour()
  let signal: AbortSignal | undefined
  const client = await openClient(ada, newMemory(), {
    upload: (_, given, onProgress) => {
      signal = given
      onProgress(0.5)
      return new Promise((__, reject) => given.addEventListener('abort', () => reject(given.reason as Error)))
    },
  })
  client.follower.stop()
  const { command, done } = client.outbox.do({ kind: 'upload', name: 'film', file: new Blob(['a']) })
  await vi.waitFor(() => expect(client.outbox.uploads.value).toMatchObject([{ progress: 0.5 }]))
  client.outbox.discard(command.id)
  await expect(done).rejects.toThrow('Discarded')
  expect([signal!.aborted, client.outbox.uploads.value]).toEqual([true, []])
  await untilDone(client)
  expect(client.memory.tables.files.size).toBe(0)
})
