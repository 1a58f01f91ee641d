import './avatar.css'

interface AvatarProps {
  readonly user_id: number
  readonly name: string
  /** Address of a picture on this site. Others are not shown: a request would tell the other site who is looking. */
  readonly picture?: string | null | undefined
  readonly size?: number
  /** Whether a click opens the profile. */
  readonly opens?: boolean
}

/** A person's picture, or their initials on their own colour. It has no accessible name, because the name is always beside it. */
export function Avatar({ user_id, name, picture, size = 28, opens = false }: AvatarProps) {
  const own = picture?.startsWith('/') === true && !picture.startsWith('//')
  const opened = opens ? user_id : undefined
  const box = { width: `${size}px`, height: `${size}px`, '--hue': String((user_id * 137.5) % 360) }
  if (own)
    return <img class="avatar" data-user-id={opened} src={picture} alt="" style={box} width={size} height={size} />
  return (
    // The initials are drawn by CSS from an attribute: as text, they would have to be in the accessible name.
    <span
      class="avatar"
      data-user-id={opened}
      aria-hidden="true"
      data-initials={initials(name)}
      style={{ ...box, fontSize: `${Math.round(size * (size < 24 ? 0.45 : 0.4))}px` }}
    />
  )
}

/** The first letters of the first and the last word. */
function initials(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /^[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0] ?? [])
  return [...letters.slice(0, 1), ...letters.slice(1).slice(-1)].join('').toLocaleUpperCase()
}
