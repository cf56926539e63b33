import { type RefObject, useEffect, useState } from "react"
import { flushSync } from "react-dom"

/** Distance from the screen at which a part of the page is made. */
const NEAR = "600px 0px"

/** True once an element is near the screen, or the page is printed. */
export const useNear = (place: RefObject<HTMLElement | null>): boolean => {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!place.current || isNear) return
    const observer = new IntersectionObserver(
      entries => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: NEAR },
    )
    const toPaper = () => flushSync(() => setNear(true))
    observer.observe(place.current)
    addEventListener("beforeprint", toPaper)
    return () => {
      observer.disconnect()
      removeEventListener("beforeprint", toPaper)
    }
  }, [place, isNear])
  return isNear
}
