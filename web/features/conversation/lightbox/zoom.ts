import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** The largest scale. */
const maxScale = 8
/** By how much one step enlarges. */
const step = 1.5

interface Zoom {
  zoomBy(factor: number): void
  reset(): void
  readonly pointing: {
    onDblClick(): void
    onPointerDown(event: PointerEvent): void
    onPointerMove(event: PointerEvent): void
  }
}

export const [larger, smaller] = [step, 1 / step]

/** Zooms the content of a box, and moves it within the edges of the box. */
export function useZoom(box: RefObject<HTMLElement | null>): Zoom {
  const position = useRef({ scale: 1, x: 0, y: 0 })

  function show(scale: number, x: number, y: number): void {
    const { clientWidth, clientHeight, firstElementChild } = box.current!
    const within = (value: number, room: number): number => {
      const far = Math.max(0, (room * (scale - 1)) / 2)
      return Math.min(far, Math.max(-far, value))
    }
    position.current = { scale, x: within(x, clientWidth), y: within(y, clientHeight) }
    const { x: left, y: top } = position.current
    if (firstElementChild instanceof HTMLElement)
      firstElementChild.style.transform = scale === 1 ? '' : `translate(${left}px, ${top}px) scale(${scale})`
    box.current!.classList.toggle('enlarged', scale > 1)
  }

  function zoomBy(factor: number): void {
    const { scale, x, y } = position.current
    const next = Math.min(maxScale, Math.max(1, scale * factor))
    show(next, (x * next) / scale, (y * next) / scale)
  }

  // Preact adds wheel listeners as passive, which cannot keep the page from scrolling.
  useLayoutEffect(() => {
    const element = box.current!
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      zoomBy(event.deltaY < 0 ? 1.15 : 1 / 1.15)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [])

  return {
    zoomBy,
    reset: () => show(1, 0, 0),
    pointing: {
      onDblClick: () => (position.current.scale > 1 ? show(1, 0, 0) : zoomBy(2)),
      onPointerDown({ pointerId }) {
        if (position.current.scale > 1) box.current!.setPointerCapture(pointerId)
      },
      onPointerMove({ pointerId, movementX, movementY }) {
        const { scale, x, y } = position.current
        if (box.current!.hasPointerCapture(pointerId)) show(scale, x + movementX, y + movementY)
      },
    },
  }
}
