/** Object URLs of pictures that were attached in this window, by address. They are shown before the upload is done. */
const thumbnails = new Map<string, string>()

/** Most object URLs at once. The oldest goes first. */
const maxThumbnails = 30

const isDrawable = /^image\/(?:png|jpeg|gif|webp|avif)$/

export function noteThumbnail(address: string, file: File): void {
  if (!isDrawable.test(file.type)) return
  thumbnails.set(address, URL.createObjectURL(file))
  if (thumbnails.size > maxThumbnails) dropThumbnail(thumbnails.keys().next().value!)
}

/** Called when the file is uploaded and has its final address. */
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

/** The address of a picture of the file; null if the file is no picture. */
export const thumbnailOf = (address: string): string | null =>
  thumbnails.get(address) ?? (address.startsWith('/') && isPicture.test(address) ? address : null)
