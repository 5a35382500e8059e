extension DashboardState {
    mutating func switchMouse() -> [Effect] {
        usesMouse.toggle()
        mouseChoice = usesMouse
        say(
            usesMouse ? "the mouse is the dashboard's; shift selects text" : "the mouse is the terminal's",
            .success, seconds: 4)
        return [.setMouse(usesMouse)]
    }
}
