import { createContext, useContext } from "react"

/** Writes a message of the service with fields as the page labels them. */
type PageWords = (message: string) => string

const Context = createContext<PageWords>(message => message)

/** Pages with forms provide their labels; otherwise messages stay unchanged. */
export const PageWordsProvider = Context

export const usePageWords = (): PageWords => useContext(Context)
