/** Opens the message of a clicked notification, in an open window if there is one. */
export async function openNotice(notice: Notification, clients: Clients): Promise<void> {
  notice.close()
  const { hash } = notice.data as { hash: string }
  const [window] = await clients.matchAll({ type: 'window' })
  if (window === undefined) await clients.openWindow(`/${hash}`)
  else {
    await window.focus()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a client of this worker
    if (hash !== '') window.postMessage({ hash })
  }
}
