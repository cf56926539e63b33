import { createContext, useContext } from "react"

/** Writes a message of the service with fields as the page labels them. */
type PageWords = (message: string) => string

const Context = createContext<PageWords>(message => message)

/** Provides the labels of a page's forms; without labels messages are unchanged. */
export const PageWordsProvider = Context

export const usePageWords = (): PageWords => useContext(Context)
