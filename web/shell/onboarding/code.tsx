import { generate } from 'lean-qr'
import { useMemo } from 'preact/hooks'
import { texts } from '../../i18n'

/** Light modules around a QR code, without which cameras do not find it. */
const margin = 4

/** An address as a QR code. It is dark on light in every theme, because some cameras read nothing else. */
export function Code({ address }: { address: string }) {
  const { size, path } = useMemo(() => drawing(address), [address])
  const side = size + 2 * margin
  return (
    <figure class="qr-code">
      <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={texts.onboarding.code(address)}>
        <path d={path} shape-rendering="crispEdges" />
      </svg>
      <figcaption dir="ltr">{address}</figcaption>
    </figure>
  )
}

/** The dark modules of a QR code as one SVG path. */
function drawing(text: string): { size: number; path: string } {
  const code = generate(text)
  const modules = Array.from({ length: code.size ** 2 }, (_, index) => [
    index % code.size,
    Math.floor(index / code.size),
  ])
  const path = modules
    .filter(([x, y]) => code.get(x!, y!))
    .map(([x, y]) => `M${x! + margin} ${y! + margin}h1v1h-1z`)
    .join('')
  return { size: code.size, path }
}
