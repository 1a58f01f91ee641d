import type { IconNode } from 'lucide'
import { h } from 'preact'

/** A decorative icon. Give the button or text around it a name. */
export const Icon = ({ of, size = 18 }: { of: IconNode; size?: number }) => (
  <svg
    class="icon"
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    {of.map(([tag, attributes]) => h(tag, attributes))}
  </svg>
)
