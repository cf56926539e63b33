/**
 * Runs tasks one after the other in the order given, at once if idle. `onBusy` is called when the first begins and
 * when the last has ended.
 */
export const createLine = (onBusy: (isBusy: boolean) => void) => {
  let last: Promise<unknown> = Promise.resolve()
  let count = 0
  return <T>(work: () => Promise<T>): Promise<T> => {
    const isFirst = count === 0
    count += 1
    if (isFirst) onBusy(true)
    const done = (isFirst ? work() : last.then(work, work)).finally(() => {
      count -= 1
      if (count === 0) onBusy(false)
    })
    last = done
    return done
  }
}
