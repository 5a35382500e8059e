print("experiments")
