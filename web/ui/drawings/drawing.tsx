import { signal } from '@preact/signals'
import type { ComponentChild } from 'preact'
import { useEffect } from 'preact/hooks'
import { firstView } from '../../lib/first-view'

export type DrawingName = 'boat' | 'draft' | 'star' | 'mention' | 'clock' | 'glass' | 'bubbles' | 'cloud' | 'signpost'

const drawings = signal<Readonly<Record<DrawingName, ComponentChild>> | null>(null)

/** Fails silently: offline, the page simply has no drawings. */
const load = async (): Promise<void> => {
  await firstView
  drawings.value ??= (await import('./drawings').catch(() => null))?.drawings ?? null
}

/** One of our own illustrations. It is loaded after the first view; its space is reserved. */
export function Drawing({ of }: { of: DrawingName }) {
  useEffect(() => void load(), [])
  return (
    <svg class="drawing-place" viewBox="0 0 160 104" width="160" height="104" aria-hidden="true">
      {drawings.value?.[of]}
    </svg>
  )
}
