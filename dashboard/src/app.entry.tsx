import { App } from "./app/App.tsx"
import { showPage } from "./lib/showPage.tsx"

showPage(<App />)
