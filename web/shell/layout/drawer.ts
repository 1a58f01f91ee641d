import { signal } from '@preact/signals'

/** What lies beside the messages on wide screens, and over them on narrow ones. */
type Drawer = 'streams' | 'people'

/** The drawer that is open; on wide screens none is. */
export const drawer = signal<Drawer | null>(null)

export const closeDrawer = (): void => {
  drawer.value = null
}

export const toggleDrawer = (which: Drawer): void => {
  drawer.value = drawer.peek() === which ? null : which
}

const wide = matchMedia('(min-width: 1100px)')

/** Whether all columns stand beside each other. */
export const isWide = signal(wide.matches)
wide.addEventListener('change', () => (isWide.value = wide.matches))

const narrow = matchMedia('(max-width: 719px)')

/** Whether there is one column, as on phones. */
export const isNarrow = signal(narrow.matches)
narrow.addEventListener('change', () => (isNarrow.value = narrow.matches))

/** Widths at which a column finds its place or loses it, as in `frame.css`. */
for (const width of [720, 1100]) matchMedia(`(min-width: ${width}px)`).addEventListener('change', closeDrawer)
