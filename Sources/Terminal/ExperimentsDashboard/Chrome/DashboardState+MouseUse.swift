extension DashboardState {
    mutating func switchMouse() -> [Effect] {
        appearance.usesMouse.toggle()
        appearance.mouseChoice = appearance.usesMouse
        say(
            appearance.usesMouse ? "the mouse is the dashboard's; shift selects text" : "the mouse is the terminal's",
            .success, seconds: 4)
        return [.setMouse(appearance.usesMouse)]
    }
}
