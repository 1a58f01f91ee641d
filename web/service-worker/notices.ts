/** Brings whoever presses a notice to its message: in a window that is open, else in a new one. */
export async function openNotice(notice: Notification, clients: Clients): Promise<void> {
  notice.close()
  const { hash } = notice.data as { hash: string }
  const [window] = await clients.matchAll({ type: 'window' })
  if (window === undefined) await clients.openWindow(`/${hash}`)
  else {
    await window.focus()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a client of this worker
    window.postMessage({ hash })
  }
}
