print("starmine")
