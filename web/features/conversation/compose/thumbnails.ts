/** Pictures that are attached in this window, by the address of the attachment: they are drawn before they are uploaded. */
const thumbnails = new Map<string, string>()

/** More are not held. */
const maxThumbnails = 30

const isDrawable = /^image\/(?:png|jpeg|gif|webp|avif)$/

export function noteThumbnail(address: string, file: File): void {
  if (!isDrawable.test(file.type)) return
  thumbnails.set(address, URL.createObjectURL(file))
  if (thumbnails.size > maxThumbnails) dropThumbnail(thumbnails.keys().next().value!)
}

/** The file has an address of its own now. */
export function renameThumbnail(from: string, to: string): void {
  const picture = thumbnails.get(from)
  if (picture === undefined) return
  thumbnails.delete(from)
  thumbnails.set(to, picture)
}

export function dropThumbnail(address: string): void {
  const picture = thumbnails.get(address)
  if (picture !== undefined) URL.revokeObjectURL(picture)
  thumbnails.delete(address)
}

const isPicture = /\.(?:png|jpe?g|gif|webp|avif)$/i

/** The picture that stands for a file; null for what is none. */
export const thumbnailOf = (address: string): string | null =>
  thumbnails.get(address) ?? (address.startsWith('/') && isPicture.test(address) ? address : null)
