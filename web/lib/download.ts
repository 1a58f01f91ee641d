/** Lets the browser download a text as a file. */
export function download(name: string, text: string): void {
  // For text/plain, browsers would add an extension to the name.
  const href = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }))
  // oxlint-disable-next-line rivulet/presses -- a download needs a link, which is in no page
  Object.assign(document.createElement('a'), { href, download: name }).click()
  // By then the browser has read it.
  setTimeout(() => URL.revokeObjectURL(href), 10_000)
}
