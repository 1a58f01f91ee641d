import type { IconNode } from 'lucide'
import './mirrored.css'

/** An icon that points in the direction of reading, such as that of logging in: pages from right to left mirror it. */
export const mirrored = (icon: IconNode): IconNode =>
  icon.map(([tag, attributes]) => [tag, { ...attributes, class: 'mirrored' }])
